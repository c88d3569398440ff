import type { Block, Inline, RichText as Tree } from '@chaveiro/contracts/rich-text'
import type { ReactNode } from 'react'
import { join } from './join.ts'

/** Text with form, drawn from its tree: there is no HTML in it that could run. */
export function RichText({ tree, className }: { tree: Tree; className?: string }) {
  return (
    <div className={join('grid min-w-0 gap-3 wrap-anywhere [&>*]:min-w-0', className)}>
      {blocks(tree)}
    </div>
  )
}

const blocks = (tree: readonly Block[]): ReactNode[] =>
  tree.map((block, i) => <BlockPart key={i} block={block} />)
const inlines = (parts: readonly Inline[]): ReactNode[] =>
  parts.map((part, i) => <InlinePart key={i} part={part} />)

function BlockPart({ block }: { block: Block }) {
  switch (block.type) {
    case 'paragraph':
      return <p className="whitespace-pre-line">{inlines(block.children)}</p>
    case 'heading': {
      const Heading = block.level === 3 ? 'h3' : 'h4'
      return <Heading className="mt-2 font-semibold first:mt-0">{inlines(block.children)}</Heading>
    }
    case 'list':
      return <List {...block} />
    case 'quote':
      return (
        <blockquote className="grid gap-3 border-l-2 border-line pl-4 text-muted">
          {blocks(block.children)}
        </blockquote>
      )
    case 'codeBlock':
      // Lines that do not fit are broken, so that nothing scrolls sideways by itself.
      return (
        <pre className="rounded-md bg-high px-3 py-2 font-mono text-sm break-all whitespace-pre-wrap">
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr className="border-line" />
  }
}

function List({ start, items }: Extract<Block, { type: 'list' }>) {
  const rows = items.map((item, i) => (
    <li key={i}>
      <div className="grid gap-1">{blocks(item)}</div>
    </li>
  ))
  if (start === null) return <ul className="grid list-disc gap-1.5 pl-6">{rows}</ul>
  return (
    <ol start={start} className="grid list-decimal gap-1.5 pl-6">
      {rows}
    </ol>
  )
}

function InlinePart({ part }: { part: Inline }) {
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
      return <code className="rounded-sm bg-high px-1 font-mono text-[0.9em]">{part.text}</code>
    case 'strong':
      return <strong className="font-semibold">{inlines(part.children)}</strong>
    case 'emphasis':
      return <em>{inlines(part.children)}</em>
    case 'link':
      return <Anchor {...part} />
  }
}

/** Whoever follows a link out of the shop keeps its page; search engines do not follow it. */
function Anchor({ to, children }: Extract<Inline, { type: 'link' }>) {
  const outside = to.startsWith('/') ? {} : { target: '_blank', rel: 'nofollow noopener' }
  return (
    <a href={to} {...outside} className="text-accent underline underline-offset-2">
      {inlines(children)}
    </a>
  )
}
