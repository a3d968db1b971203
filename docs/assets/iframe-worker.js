// The site's search runs in a worker, which browsers refuse to pages that are opened as files.
// There, the worker's script runs in a hidden frame in its place.
if (location.protocol === "file:") {
  window.Worker = class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "Search";
      document.documentElement.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      script.src = url;
      const loaded = new Promise((resolve) => script.addEventListener("load", resolve));
      inside.document.head.append(script);
      this.postMessage = (data) => loaded.then(() => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}

// The theme's buttons that copy code stand in landmarks, which need names; its wide tables scroll by the keyboard, too.
new MutationObserver(() => {
  for (const nav of document.querySelectorAll("nav.md-code__nav:not([aria-label])"))
    nav.setAttribute("aria-label", `Code ${document.querySelectorAll("nav.md-code__nav[aria-label]").length + 1}`);
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) wide.tabIndex = 0;
}).observe(document.documentElement, { childList: true, subtree: true });
