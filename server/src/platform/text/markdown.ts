import {
  linkTarget,
  richText,
  richTextLimits,
  type Block,
  type Inline,
  type RichText,
} from '@chaveiro/contracts/rich-text'
import { fromMarkdown } from 'mdast-util-from-markdown'

// HTML and definitions are not looked for, so they stay the text they are written as.
const plainly = {
  extensions: [{ disable: { null: ['htmlFlow', 'htmlText', 'definition'] } }],
}

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]

/** How deep a node lies and in how many lists, and which level of headings is the highest. */
type Place = { depth: number; lists: number; highest: number }

class TooDeep extends Error {}

/** As many marks of quotes and items may begin a line: far more than may be drawn. */
const mostInLine = 24

/**
 * The tree of a Markdown text, empty when there is nothing to draw; null when it has more nodes or
 * is deeper than a text may be.
 */
export function treeOf(markdown: string): RichText | null {
  if (isWild(markdown)) return null

  const { children } = fromMarkdown(markdown, plainly)

  try {
    const tree = blocksOf(children, { depth: 0, lists: 0, highest: highestOf(children) })
    return richText.safeParse(tree).data ?? null
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

/**
 * Whether a text has so many marks that it would be refused anyway. The parser takes minutes for
 * ten thousand quotes in each other, seconds for as many asterisks, and the shop would wait.
 */
function isWild(markdown: string): boolean {
  if (count(markdown, /[*_]/g) > 2 * richTextLimits.nodes) return true

  let marks = 0

  for (const line of markdown.split(/\r\n?|\n/)) {
    if (/^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/.test(line)) continue

    const start = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/.exec(line)?.[0] ?? ''
    const inLine = count(start, /[>+*-]|\d+/g)
    marks += inLine
    if (inLine > mostInLine || marks > richTextLimits.nodes) return true
  }

  return false
}

const count = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0

const highestOf = (nodes: readonly Node[]): number =>
  Math.min(...nodes.map((node) => (node.type === 'heading' ? node.depth : 6)))

function within(place: Place): Place {
  if (place.depth === richTextLimits.depth) throw new TooDeep()
  return { ...place, depth: place.depth + 1 }
}

const blocksOf = (nodes: readonly Node[], around: Place): Block[] => {
  const place = within(around)
  return nodes.flatMap((node) => blockOf(node, place))
}

function blockOf(node: Node, place: Place): Block[] {
  switch (node.type) {
    case 'paragraph':
      return withText(inlinesOf(node.children, place), (children) => ({
        type: 'paragraph',
        children,
      }))

    case 'heading':
      return withText(inlinesOf(node.children, place), (children) => ({
        type: 'heading',
        level: node.depth <= place.highest ? 3 : 4,
        children,
      }))

    case 'list': {
      // The items of a list in three others stand beside each other.
      if (place.lists === richTextLimits.lists)
        return node.children.flatMap((item) => blocksOf(item.children, place))

      const inner = { ...place, lists: place.lists + 1 }
      const items = node.children.map((item) => blocksOf(item.children, inner))

      return [{ type: 'list', start: node.ordered ? (node.start ?? 1) : null, items }]
    }

    case 'blockquote':
      return [{ type: 'quote', children: blocksOf(node.children, place) }]
    case 'code':
      return [{ type: 'codeBlock', text: node.value }]
    case 'thematicBreak':
      return [{ type: 'rule' }]
    default:
      return []
  }
}

const withText = (children: Inline[], block: (children: Inline[]) => Block): Block[] =>
  children.length ? [block(children)] : []

function inlinesOf(nodes: readonly Node[], around: Place): Inline[] {
  const place = within(around)
  const list: Inline[] = []

  for (const inline of nodes.flatMap((node) => inlineOf(node, place))) {
    const last = list.at(-1)
    if (last?.type === 'text' && inline.type === 'text') last.text += inline.text
    else list.push(inline)
  }

  return list
}

function inlineOf(node: Node, place: Place): Inline[] {
  switch (node.type) {
    case 'text':
      return [{ type: 'text', text: node.value }]
    case 'break':
      return [{ type: 'text', text: '\n' }]
    case 'inlineCode':
      return [{ type: 'code', text: node.value }]
    case 'strong':
    case 'emphasis':
      return [{ type: node.type, children: inlinesOf(node.children, place) }]
    case 'image':
      return node.alt ? [{ type: 'text', text: node.alt }] : []

    case 'link': {
      const to = targetOf(node.url)
      return to
        ? [{ type: 'link', to, children: inlinesOf(node.children, place) }]
        : node.children.flatMap((child) => inlineOf(child, place))
    }

    default:
      return []
  }
}

const shop = 'https://shop.invalid'

/**
 * Where a link of a text leads, as browsers read it; null unless that is https or a path of the
 * shop.
 */
function targetOf(url: string): string | null {
  const isPath = url.startsWith('/')
  if (!isPath && !/^https:\/\//i.test(url)) return null
  if (!URL.canParse(url, shop)) return null

  const { origin, href, username, password } = new URL(url, shop)
  if ((isPath && origin !== shop) || username || password) return null

  return linkTarget.safeParse(isPath ? href.slice(origin.length) : href).data ?? null
}

/** The same tree with each of its texts replaced. */
export const mapText = (tree: RichText, replace: (text: string) => string): RichText =>
  tree.map((block) => mapped(block, replace))

const mapped = <N extends Block | Inline>(node: N, replace: (text: string) => string): N => {
  if ('text' in node) return { ...node, text: replace(node.text) }

  const each = (nodes: readonly (Block | Inline)[]) => nodes.map((one) => mapped(one, replace))
  if ('items' in node) return { ...node, items: node.items.map(each) }

  return 'children' in node ? { ...node, children: each(node.children) } : node
}
