"""The kernel of the notebooks: the Python that is running, whatever else is called `python3`."""

from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import NATIVE_KERNEL_NAME, KernelSpecManager


class ThisPython(KernelSpecManager):
    """Finds kernels as Jupyter does, except that `python3` is never another Python than this one.

    Jupyter looks in JUPYTER_PATH and the user's own folder first, and a kernel of that name there,
    of another environment, has neither the helpers nor what they need.
    """

    def find_kernel_specs(self):
        """Return the folders of the kernels by name."""
        return super().find_kernel_specs() | {NATIVE_KERNEL_NAME: RESOURCES}

    def get_kernel_spec(self, kernel_name):
        """Return the description of a kernel; NoSuchKernel: there is none of that name."""
        if kernel_name.lower() != NATIVE_KERNEL_NAME:
            return super().get_kernel_spec(kernel_name)
        return self.kernel_spec_class(resource_dir=RESOURCES, **get_kernel_dict())
