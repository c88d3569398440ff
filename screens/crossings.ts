import type { Page } from 'playwright-core'

/**
 * Overlaps in the page's main part: of two texts, or of a text and a control that does not contain
 * it. Clipped parts and parts that are scrolled away are ignored.
 */
export function crossings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    type Thing = { name: string; node: Node; box: Box }
    const main = document.querySelector('main')!

    const overlap = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    })

    const isThere = ({ left, right, top, bottom }: Box) => right - left > 1.5 && bottom - top > 1.5

    // The part of an element's box that its clipping ancestors leave visible.
    const visibleBox = (element: Element | null, box: Box): Box => {
      if (!element || element === main) return box

      const { overflowX, overflowY, clipPath } = getComputedStyle(element)
      const cuts = [overflowX, overflowY].some((flow) => flow !== 'visible') || clipPath !== 'none'
      const inside = cuts ? overlap(box, element.getBoundingClientRect()) : box

      return visibleBox(element.parentElement, inside)
    }

    const textsOf = (): Thing[] => {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      const nodes: Node[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)

      return nodes.flatMap((node) => {
        const name = node.textContent!.trim().slice(0, 40)
        const parent = node.parentElement!
        if (!name || parent.closest('option, .sr-only, svg, canvas')) return []

        const range = document.createRange()
        range.selectNodeContents(node)

        return [...range.getClientRects()].map(({ left, right, top, bottom, height }) => {
          // A line box is taller than its letters.
          const air = height * 0.15
          const box = visibleBox(parent, { left, right, top: top + air, bottom: bottom - air })

          return { name, node, box }
        })
      })
    }

    const controlsOf = (): Thing[] =>
      [...main.querySelectorAll('button, select, input, textarea')].map((node) => ({
        name: `<${node.getAttribute('aria-label') ?? node.textContent.slice(0, 40)}>`,
        node,
        box: visibleBox(node.parentElement, node.getBoundingClientRect()),
      }))

    const things = [...textsOf(), ...controlsOf()].filter(({ box }) => isThere(box))
    const areApart = (one: Node, other: Node) => !one.contains(other) && !other.contains(one)

    const pairs = things.flatMap((one, number) =>
      things
        .slice(number + 1)
        .filter(({ node, box }) => areApart(one.node, node) && isThere(overlap(one.box, box)))
        .map((other) => `${one.name} | ${other.name}`),
    )

    return [...new Set(pairs)]
  })
}
