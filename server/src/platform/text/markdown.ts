import {
  linkTarget,
  richText,
  richTextLimits,
  type Block,
  type Inline,
  type RichText,
} from '@chaveiro/contracts/rich-text'
import { fromMarkdown } from 'mdast-util-from-markdown'

// HTML and definitions are disabled, so they stay plain text.
const parserOptions = {
  extensions: [{ disable: { null: ['htmlFlow', 'htmlText', 'definition'] } }],
}

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]

/**
 * The place of a node: its depth, how many lists contain it, and the text's highest heading level.
 */
type Place = { depth: number; lists: number; highest: number }

class TooDeepError extends Error {}

/** Maximum number of quote and list marks at the start of a line, far above the allowed depth. */
const mostInLine = 24

/**
 * The tree of a Markdown text; empty when there is nothing to draw, null when it exceeds the limits
 * of nodes or depth.
 */
export function parseMarkdown(markdown: string): RichText | null {
  if (hasTooManyMarks(markdown)) return null

  const { children } = fromMarkdown(markdown, parserOptions)

  try {
    const blockTree = blocksOf(children, { depth: 0, lists: 0, highest: highestHeading(children) })
    return richText.safeParse(blockTree).data ?? null
  } catch (error) {
    if (error instanceof TooDeepError) return null
    throw error
  }
}

/**
 * Whether a text has so many marks that it would be refused anyway. Parsing ten thousand nested
 * quotes takes minutes, and as many asterisks take seconds; meanwhile the shop would hang.
 */
function hasTooManyMarks(markdown: string): boolean {
  if (countMatches(markdown, /[*_]/g) > 2 * richTextLimits.nodes) return true

  let markCount = 0

  for (const line of markdown.split(/\r\n?|\n/)) {
    if (/^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/.test(line)) continue

    const lineStart = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/.exec(line)?.[0] ?? ''
    const marksInLine = countMatches(lineStart, /[>+*-]|\d+/g)
    markCount += marksInLine
    if (marksInLine > mostInLine || markCount > richTextLimits.nodes) return true
  }

  return false
}

const countMatches = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0

const highestHeading = (nodes: readonly Node[]): number =>
  Math.min(...nodes.map((node) => (node.type === 'heading' ? node.depth : 6)))

function deeperPlace(place: Place): Place {
  if (place.depth === richTextLimits.depth) throw new TooDeepError()
  return { ...place, depth: place.depth + 1 }
}

const blocksOf = (nodes: readonly Node[], around: Place): Block[] => {
  const innerPlace = deeperPlace(around)
  return nodes.flatMap((node) => blockOf(node, innerPlace))
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
      // Lists deeper than three levels are flattened.
      if (place.lists === richTextLimits.lists)
        return node.children.flatMap((item) => blocksOf(item.children, place))

      const itemPlace = { ...place, lists: place.lists + 1 }
      const listItems = node.children.map((item) => blocksOf(item.children, itemPlace))

      return [{ type: 'list', start: node.ordered ? (node.start ?? 1) : null, items: listItems }]
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
  const innerPlace = deeperPlace(around)
  const mergedInlines: Inline[] = []

  for (const inline of nodes.flatMap((node) => inlineOf(node, innerPlace))) {
    const lastInline = mergedInlines.at(-1)
    if (lastInline?.type === 'text' && inline.type === 'text') lastInline.text += inline.text
    else mergedInlines.push(inline)
  }

  return mergedInlines
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
      const safeTarget = safeTargetOf(node.url)
      return safeTarget
        ? [{ type: 'link', to: safeTarget, children: inlinesOf(node.children, place) }]
        : node.children.flatMap((child) => inlineOf(child, place))
    }

    default:
      return []
  }
}

const anyOrigin = 'https://shop.invalid'

/** A link's target as browsers read it; null unless it is https or a path of the shop. */
function safeTargetOf(url: string): string | null {
  const isShopPath = url.startsWith('/')
  if (!isShopPath && !/^https:\/\//i.test(url)) return null
  if (!URL.canParse(url, anyOrigin)) return null

  const { origin, href, username, password } = new URL(url, anyOrigin)
  if ((isShopPath && origin !== anyOrigin) || username || password) return null

  return linkTarget.safeParse(isShopPath ? href.slice(origin.length) : href).data ?? null
}

/** The tree with each of its texts replaced. */
export const mapText = (tree: RichText, replace: (text: string) => string): RichText =>
  tree.map((block) => mapNode(block, replace))

const mapNode = <N extends Block | Inline>(node: N, replace: (text: string) => string): N => {
  if ('text' in node) return { ...node, text: replace(node.text) }

  const mapEachNode = (nodes: readonly (Block | Inline)[]) =>
    nodes.map((child) => mapNode(child, replace))
  if ('items' in node) return { ...node, items: node.items.map(mapEachNode) }

  return 'children' in node ? { ...node, children: mapEachNode(node.children) } : node
}
