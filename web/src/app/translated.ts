// A browser's translator replaces text nodes with its own elements while React still holds the
// originals. React would then update a text node outside the page, or fail to insert before it.

/** Replacement element of a text node. */
const replacements = new WeakMap<Node, ChildNode>()

/** The text nodes that a replacement element stands for, in order. */
const originals = new WeakMap<Node, Text[]>()

/** Keeps React working while a browser's translator changes the page. */
export function supportTranslation(page: Node): void {
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
    for (const record of records) {
      const [removedNode] = record.removedNodes
      if (!removedNode) continue

      const replacement = [record.addedNodes[0], record.previousSibling, record.nextSibling].find(
        (node): node is Element => node instanceof Element && added.has(node),
      )
      // Some extensions wrap a text node, which then stays in the page.
      if (replacement?.contains(removedNode)) patchNodeMethods()
      else if (replacement && removedNode instanceof Text)
        recordReplacement(removedNode, replacement)
    }
  })
  observer.observe(page, { childList: true, subtree: true })
}

function recordReplacement(text: Text, replacement: ChildNode): void {
  patchNodeMethods()
  replacements.set(text, replacement)
  originals.set(replacement, [...(originals.get(replacement) ?? []), text])
  textChanges.observe(text, { characterData: true })
}

/**
 * When a replaced text changes, it returns to the page; an active translator translates it again.
 */
const textChanges = new MutationObserver((records) => {
  for (const { target } of records) {
    const replacement = replacements.get(target)
    if (replacement?.isConnected) restoreTexts(replacement)
  }
})

/** Puts the original texts back, except for `excluded`. */
function restoreTexts(replacement: ChildNode, excluded?: Node): void {
  replacement.replaceWith(...(originals.get(replacement) ?? []).filter((text) => text !== excluded))
}

/** The child of `parent` that contains a node or its replacement, or is one of them. */
function containingChild(parent: Node, node: Node): Node | null {
  for (const candidate of [node, replacements.get(node)])
    for (let ancestor: Node | null = candidate ?? null; ancestor; ancestor = ancestor.parentNode)
      if (ancestor.parentNode === parent) return ancestor

  return null
}

let isPatched = false

/** Patches insertBefore and removeChild so that React's calls find replacements. */
function patchNodeMethods(): void {
  if (isPatched) return

  isPatched = true
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function insert<T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && containingChild(this, before)) as T
  }

  Node.prototype.removeChild = function remove<T extends Node>(node: T): T {
    const actualChild = containingChild(this, node)
    if (actualChild && actualChild === replacements.get(node))
      restoreTexts(actualChild as ChildNode, node)
    else if (actualChild) removeChild.call(this, actualChild)

    return node
  }
}
