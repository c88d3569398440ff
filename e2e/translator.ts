/**
 * In a page: what a browser's translator does to it. Every text, those that come later too, gives
 * its place to elements with words of their own, as Chrome's does. The words stay the same here, so
 * that whoever reads them finds what the page is to say.
 */
export function translate(): void {
  const untouched =
    'script, style, title, noscript, textarea, option, svg, [translate=no], .notranslate'
  const wrap = (text: Node) => {
    const parent = text.parentElement
    if (!parent || parent.closest(untouched) || parent.tagName === 'FONT') return
    if (!text.nodeValue?.trim()) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit'
    inner.textContent = text.nodeValue
    parent.replaceChild(outer, text)
  }
  const wrapAll = (root: Node) => {
    if (root.nodeType === Node.TEXT_NODE) return wrap(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text)
    for (const text of texts) wrap(text)
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') wrap(target)
      for (const node of addedNodes) wrapAll(node)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
