import type { Block, Inline, RichText as Tree } from '@chaveiro/contracts/rich-text'
import type { ReactNode } from 'react'

import { join } from './join.ts'

/**
 * A link out of the shop opens beside it; none lends its weight. Where it leads was judged when the
 * text was saved; what is neither https nor a path of the shop stands as plain words all the same.
 */
function Way({ to, children }: { to: string; children: ReactNode }) {
  const isOutside = to.startsWith('https://')
  if (!isOutside && !/^\/(?![/\\])/.test(to)) return children

  return (
    <a
      href={to}
      target={isOutside ? '_blank' : undefined}
      rel="nofollow noopener"
      className="wrap-anywhere underline underline-offset-4"
    >
      {children}
    </a>
  )
}

function Words({ node }: { node: Inline }) {
  switch (node.type) {
    case 'text':
      return node.text
    case 'code':
      return <code className="rounded-sm bg-raised px-1 font-mono text-[0.9em]">{node.text}</code>
    case 'strong':
      return <strong className="font-semibold">{wordsOf(node.children)}</strong>
    case 'emphasis':
      return <em>{wordsOf(node.children)}</em>
    case 'link':
      return <Way to={node.to}>{wordsOf(node.children)}</Way>
  }
}

function List({ node, top }: { node: Extract<Block, { type: 'list' }>; top: boolean }) {
  const items = node.items.map((blocks, at) => (
    <li key={at} className="space-y-2">
      {blocksOf(blocks, top)}
    </li>
  ))

  return node.start === null ? (
    <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-1 pl-6">{items}</ul>
  ) : (
    <ol start={node.start} className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-1 pl-8">
      {items}
    </ol>
  )
}

function Part({ node, top }: { node: Block; top: boolean }) {
  switch (node.type) {
    case 'paragraph':
      return <p className="wrap-anywhere whitespace-pre-line">{wordsOf(node.children)}</p>

    case 'heading': {
      const Heading = `h${top ? node.level - 1 : node.level}` as 'h3'
      const size = node.level === 3 ? 'text-lg' : 'text-base'

      return <Heading className={join('font-semibold', size)}>{wordsOf(node.children)}</Heading>
    }

    case 'list':
      return <List node={node} top={top} />

    case 'quote':
      return (
        <blockquote className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-2 border-line pl-4 text-muted">
          {blocksOf(node.children, top)}
        </blockquote>
      )

    case 'codeBlock':
      // Lines of code stay whole: those that are too long wrap, since a box that scrolls sideways
      // is out of reach of the keyboard.
      return (
        <pre className="rounded-md bg-raised p-3 font-mono text-sm whitespace-pre-wrap">
          <code>{node.text}</code>
        </pre>
      )

    case 'rule':
      return <hr className="border-line" />
  }
}

// A tree never changes in its middle: it is made anew when its text is saved, so places are keys.
const wordsOf = (nodes: readonly Inline[]) =>
  nodes.map((node, at) => <Words key={at} node={node} />)

const blocksOf = (nodes: readonly Block[], top: boolean) =>
  nodes.map((node, at) => <Part key={at} node={node} top={top} />)

// What is too long for its line breaks anywhere; a code's own lines stay as they are.
const box = 'grid max-w-prose grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere'

/**
 * Text with form, drawn from the tree that its Markdown became; no HTML of anybody is in it. `top`:
 * it stands right below the page's own heading, so that its headings begin with the second level.
 */
export function RichText({
  tree,
  className,
  top = false,
}: {
  tree: Tree
  className?: string
  top?: boolean
}) {
  return <div className={join(box, className)}>{blocksOf(tree, top)}</div>
}
