import { z } from 'zod'

// Formatted text as the shop stores and draws it: a tree of few node kinds, made from Markdown when
// it is saved. It contains no HTML, so it cannot run code in a page.

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'strong' | 'emphasis'; children: Inline[] }
  | { type: 'link'; to: string; children: Inline[] }

export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'heading'; level: 3 | 4; children: Inline[] }
  /** Each item is a list of blocks; `start` is the first number, null for bullets. */
  | { type: 'list'; start: number | null; items: Block[][] }
  | { type: 'quote'; children: Block[] }
  | { type: 'codeBlock'; text: string }
  | { type: 'rule' }

export type RichText = Block[]

/** Limits of a tree: count of nodes, depth, and depth of nested lists. */
export const richTextLimits = { nodes: 2000, depth: 8, lists: 3 } as const

/** Target of a link: https, or a path of the shop that no browser takes for another host. */
export const linkTarget = z
  .string()
  .max(2000)
  .regex(/^(?:https:\/\/|\/(?![/\\]))[^\s\u0000-\u001f\u007f]*$/)

const plainNode = z.string()

const inlineNode: z.ZodType<Inline, Inline> = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal(['text', 'code']), text: plainNode }),
    z.object({
      type: z.literal(['strong', 'emphasis']),
      get children() {
        return z.array(inlineNode)
      },
    }),
    z.object({
      type: z.literal('link'),
      to: linkTarget,
      get children() {
        return z.array(inlineNode)
      },
    }),
  ])
  .meta({ id: 'RichTextInline' })

const blockNode: z.ZodType<Block, Block> = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('paragraph'), children: z.array(inlineNode) }),
    z.object({
      type: z.literal('heading'),
      level: z.literal([3, 4]),
      children: z.array(inlineNode),
    }),
    z.object({
      type: z.literal('list'),
      start: z.int().min(0).nullable(),
      get items() {
        return z.array(z.array(blockNode))
      },
    }),
    z.object({
      type: z.literal('quote'),
      get children() {
        return z.array(blockNode)
      },
    }),
    z.object({ type: z.literal('codeBlock'), text: plainNode }),
    z.object({ type: z.literal('rule') }),
  ])
  .meta({ id: 'RichTextBlock' })

const childrenOf = (node: Block | Inline): readonly (Block | Inline)[] => {
  if ('items' in node) return node.items.flat()
  return 'children' in node ? node.children : []
}

/** Whether a tree is within the limits of nodes and depth. */
function isWithinLimits(tree: RichText): boolean {
  let levelNodes: readonly (Block | Inline)[] = tree
  let nodeCount = 0

  for (let nodeDepth = 0; levelNodes.length; nodeDepth++) {
    nodeCount += levelNodes.length
    if (nodeDepth === richTextLimits.depth || nodeCount > richTextLimits.nodes) return false

    levelNodes = levelNodes.flatMap(childrenOf)
  }

  return true
}

/** A whole text; checked when it is saved from Markdown, and again when it is read. */
export const richText: z.ZodType<RichText, RichText> = z.array(blockNode).refine(isWithinLimits)
