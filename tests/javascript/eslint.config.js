// What is wrong in any JavaScript. Names are looked up here too: what a browser gives is listed.
import js from "@eslint/js";

const BROWSER = `AbortController Blob DecompressionStream IntersectionObserver MessageChannel MutationObserver Node
  ResizeObserver Response URL
  addEventListener atob cancelAnimationFrame clearTimeout document getComputedStyle getSelection innerHeight
  matchMedia navigator performance removeEventListener requestAnimationFrame setTimeout window CSSTransition btoa`;

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { globals: Object.fromEntries(BROWSER.split(/\s+/).map((name) => [name, "readonly"])) },
  },
];
