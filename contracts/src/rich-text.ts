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

const text = z.string()

const inline: z.ZodType<Inline, Inline> = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal(['text', 'code']), text }),
    z.object({
      type: z.literal(['strong', 'emphasis']),
      get children() {
        return z.array(inline)
      },
    }),
    z.object({
      type: z.literal('link'),
      to: linkTarget,
      get children() {
        return z.array(inline)
      },
    }),
  ])
  .meta({ id: 'RichTextInline' })

const block: z.ZodType<Block, Block> = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('paragraph'), children: z.array(inline) }),
    z.object({
      type: z.literal('heading'),
      level: z.literal([3, 4]),
      children: z.array(inline),
    }),
    z.object({
      type: z.literal('list'),
      start: z.int().min(0).nullable(),
      get items() {
        return z.array(z.array(block))
      },
    }),
    z.object({
      type: z.literal('quote'),
      get children() {
        return z.array(block)
      },
    }),
    z.object({ type: z.literal('codeBlock'), text }),
    z.object({ type: z.literal('rule') }),
  ])
  .meta({ id: 'RichTextBlock' })

const within = (node: Block | Inline): readonly (Block | Inline)[] => {
  if ('items' in node) return node.items.flat()
  return 'children' in node ? node.children : []
}

/** Whether a tree is within the limits of nodes and depth. */
function isWithinLimits(tree: RichText): boolean {
  let level: readonly (Block | Inline)[] = tree
  let nodes = 0

  for (let depth = 0; level.length; depth++) {
    nodes += level.length
    if (depth === richTextLimits.depth || nodes > richTextLimits.nodes) return false

    level = level.flatMap(within)
  }

  return true
}

/** A whole text; checked when it is saved from Markdown, and again when it is read. */
export const richText: z.ZodType<RichText, RichText> = z.array(block).refine(isWithinLimits)
