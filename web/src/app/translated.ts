// A browser's translator takes texts out of the page and puts elements with its own words in their
// place. React still holds the texts: it would write a new quantity where nobody reads it, and it
// fails where it puts something before a text that is no longer there.

/** What stands in the page in a text's place. */
const standIns = new WeakMap<Node, ChildNode>()

/** The texts that something stands for, in their order. */
const originals = new WeakMap<Node, Text[]>()

/** From now on the page bears a translator: it stays whole, and what changes is shown. */
export function bearTranslation(page: Node): void {
  const watcher = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
    for (const record of records) {
      const [gone] = record.removedNodes
      if (!gone) continue

      const standIn = [record.addedNodes[0], record.previousSibling, record.nextSibling].find(
        (node): node is Element => node instanceof Element && added.has(node),
      )
      // An extension puts a wrapper round what stays in the page.
      if (standIn?.contains(gone)) bearChanges()
      else if (standIn && gone instanceof Text) noteStandIn(gone, standIn)
    }
  })
  watcher.observe(page, { childList: true, subtree: true })
}

function noteStandIn(text: Text, standIn: ChildNode): void {
  bearChanges()
  standIns.set(text, standIn)
  originals.set(standIn, [...(originals.get(standIn) ?? []), text])
  changes.observe(text, { characterData: true })
}

/** A text that changes comes back; a translator that still watches translates it again. */
const changes = new MutationObserver((records) => {
  for (const { target } of records) {
    const standIn = standIns.get(target)
    if (standIn?.isConnected) bringBack(standIn)
  }
})

/** Puts the texts back that something stands for, but one. */
function bringBack(standIn: ChildNode, leftOut?: Node): void {
  standIn.replaceWith(...(originals.get(standIn) ?? []).filter((text) => text !== leftOut))
}

/** The child of a parent that a node is, or lies in, or that stands in for it. */
function childOf(parent: Node, node: Node): Node | null {
  for (const start of [node, standIns.get(node)])
    for (let one: Node | null = start ?? null; one; one = one.parentNode)
      if (one.parentNode === parent) return one

  return null
}

let bears = false

/** Has React's changes find what stands in for the text that they name. */
function bearChanges(): void {
  if (bears) return

  bears = true
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function insert<T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childOf(this, before)) as T
  }

  Node.prototype.removeChild = function remove<T extends Node>(node: T): T {
    const child = childOf(this, node)
    if (child && child === standIns.get(node)) bringBack(child as ChildNode, node)
    else if (child) removeChild.call(this, child)

    return node
  }
}
