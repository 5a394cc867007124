// What is wider than its room scrolls by the keyboard, too; what is not is no stop for Tab.

const sized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});
for (const part of document.querySelectorAll("pre, .table-wrapper, .text_html")) sized.observe(part);
