// What is wider than its room scrolls by the keyboard, too; what is not is no stop for Tab.

const sized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});
for (const part of document.querySelectorAll("pre, .table-wrapper, .text_html")) sized.observe(part);

// Where a page may write to the clipboard, code has a button that copies it.
for (const code of navigator.clipboard ? document.querySelectorAll(".highlight:not(.cell_output *)") : []) {
  const button = Object.assign(document.createElement("button"), { className: "copy", textContent: "Copy" });
  button.onclick = async () => {
    await navigator.clipboard.writeText(code.querySelector("pre").innerText);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  };
  code.append(button);
}
