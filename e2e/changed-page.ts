// Changes that browsers and extensions make to a page; each is a script that runs before the page's
// scripts.

/**
 * Runs in a page: wraps every text node in elements, as Chrome's translator does, and later text
 * nodes too. The words stay the same, so that tests still find the texts.
 */
function translate(): void {
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

/**
 * Runs in a page: changes it as extensions do. Marks html and body, and adds elements to head and
 * body. Like a password manager, adds an element beside each field and wraps buttons, in later
 * content too.
 */
function extend(): void {
  const part = (name: string, style = '') => {
    const newElement = document.createElement(name)
    newElement.setAttribute('data-extension', '')
    newElement.setAttribute('aria-hidden', 'true')
    newElement.style.cssText = style

    return newElement
  }

  const frame = () => {
    const { documentElement: html, head, body } = document

    if (!html.hasAttribute('data-extension-on')) {
      html.setAttribute('data-extension-on', '1')
      html.classList.add('extension')
    }

    if (head && !head.querySelector('[data-extension]')) head.prepend(part('style'))
    if (!body || body.hasAttribute('data-extension-on')) return

    body.setAttribute('data-extension-on', '1')
    body.prepend(part('extension-root', 'position: fixed; width: 0; height: 0'))
    body.append(part('div', 'display: none'))
  }

  const isNew = (element: Element) => {
    if (element.hasAttribute('data-extension-seen')) return false

    element.setAttribute('data-extension-seen', '')

    return true
  }

  const visit = (element: Element) => {
    if (!element.isConnected || element.closest('[data-extension]:not(span)')) return
    if (element.matches('input:not([type=hidden], [type=radio], [type=checkbox])')) {
      if (isNew(element)) element.after(part('extension-icon', 'position: absolute; width: 0'))
    } else if (element.matches('button') && isNew(element)) {
      const wrapper = document.createElement('span')
      wrapper.setAttribute('data-extension', '')
      wrapper.style.display = 'contents'
      element.replaceWith(wrapper)
      wrapper.append(element)
    }
  }

  const walk = (node: Node) => {
    if (!(node instanceof Element)) return
    for (const element of [node, ...node.querySelectorAll('input, button')]) visit(element)
  }

  new MutationObserver((records) => {
    frame()
    for (const { addedNodes } of records) for (const node of addedNodes) walk(node)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in a page: all access to storage and cookies throws an error. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, { configurable: true, get: refuse })
  Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse })
}

/** Runs in a page: both ways to copy text fail. */
function refuseClipboard(): void {
  const writeText = () =>
    Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  document.execCommand = () => false
}

export const changes = { translated: translate, extended: extend, refuseStorage, refuseClipboard }
export type Change = keyof typeof changes
