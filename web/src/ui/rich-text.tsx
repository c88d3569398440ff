import type { Block, Inline, RichText as Tree } from '@chaveiro/contracts/rich-text'
import type { ReactNode } from 'react'

import { join } from './join.ts'

/**
 * External links open in a new tab, and search engines are asked to follow no link. The server
 * validated the target on save; anything but https or a path of the shop is shown as plain text
 * here too.
 */
function TextLink({ to, children }: { to: string; children: ReactNode }) {
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

function InlineNode({ node }: { node: Inline }) {
  switch (node.type) {
    case 'text':
      return node.text
    case 'code':
      return <code className="rounded-sm bg-raised px-1 font-mono text-[0.9em]">{node.text}</code>
    case 'strong':
      return <strong className="font-semibold">{renderInline(node.children)}</strong>
    case 'emphasis':
      return <em>{renderInline(node.children)}</em>
    case 'link':
      return <TextLink to={node.to}>{renderInline(node.children)}</TextLink>
  }
}

function ListBlock({ node, top }: { node: Extract<Block, { type: 'list' }>; top: boolean }) {
  const listItems = node.items.map((blocks, at) => (
    <li key={at} className="space-y-2">
      {renderBlocks(blocks, top)}
    </li>
  ))

  if (node.start === null)
    return <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-1 pl-6">{listItems}</ul>

  return (
    <ol start={node.start} className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-1 pl-8">
      {listItems}
    </ol>
  )
}

function BlockNode({ node, top }: { node: Block; top: boolean }) {
  switch (node.type) {
    case 'paragraph':
      return <p className="wrap-anywhere whitespace-pre-line">{renderInline(node.children)}</p>

    case 'heading': {
      const Heading = `h${top ? node.level - 1 : node.level}` as 'h3'
      const sizeClass = node.level === 3 ? 'text-lg' : 'text-base'

      return (
        <Heading className={join('font-semibold', sizeClass)}>
          {renderInline(node.children)}
        </Heading>
      )
    }

    case 'list':
      return <ListBlock node={node} top={top} />

    case 'quote':
      return (
        <blockquote className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-2 border-line pl-4 text-muted">
          {renderBlocks(node.children, top)}
        </blockquote>
      )

    case 'codeBlock':
      // Long code lines wrap: a keyboard cannot reach a box that scrolls sideways.
      return (
        <pre className="rounded-md bg-raised p-3 font-mono text-sm whitespace-pre-wrap">
          <code>{node.text}</code>
        </pre>
      )

    case 'rule':
      return <hr className="border-line" />
  }
}

// A tree is replaced as a whole when its text is saved, so the index is a stable key.
const renderInline = (nodes: readonly Inline[]) =>
  nodes.map((node, at) => <InlineNode key={at} node={node} />)

const renderBlocks = (nodes: readonly Block[], top: boolean) =>
  nodes.map((node, at) => <BlockNode key={at} node={node} top={top} />)

// Words longer than the line break anywhere; code keeps its own line breaks.
const textClass = 'grid max-w-prose grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere'

/**
 * Renders the tree of parsed Markdown; no user HTML. With `top` the headings start at the second
 * level, because the text follows the page's own heading.
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
  return <div className={join(textClass, className)}>{renderBlocks(tree, top)}</div>
}
