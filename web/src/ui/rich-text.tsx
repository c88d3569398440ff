import type { Block, Inline, RichText as Tree } from '@chaveiro/contracts/rich-text'
import { Fragment } from 'react'

/**
 * A link of a text. Where it leads was judged when the text was saved; what is neither https nor a
 * path of the shop stands as plain words all the same.
 */
function TextLink({ to, children }: { to: string; children: readonly Inline[] }) {
  const isOutside = to.startsWith('https://')
  if (!isOutside && !/^\/(?![/\\])/.test(to)) return <Inlines of={children} />
  return (
    <a
      href={to}
      rel="nofollow noopener"
      target={isOutside ? '_blank' : undefined}
      className="text-accent underline underline-offset-2 hover:no-underline"
    >
      <Inlines of={children} />
    </a>
  )
}

function OneInline({ node }: { node: Inline }) {
  if (node.type === 'text') return node.text
  if (node.type === 'code')
    return <code className="rounded-sm bg-raised px-1 font-mono text-sm">{node.text}</code>
  if (node.type === 'link') return <TextLink to={node.to}>{node.children}</TextLink>
  if (node.type === 'strong')
    return (
      <strong className="font-semibold text-ink">
        <Inlines of={node.children} />
      </strong>
    )
  return (
    <em>
      <Inlines of={node.children} />
    </em>
  )
}

function Inlines({ of }: { of: readonly Inline[] }) {
  return of.map((node, index) => <OneInline key={index} node={node} />)
}

function List({ start, items }: { start: number | null; items: readonly Block[][] }) {
  const lines = items.map((blocks, index) => (
    <li key={index} className="pl-1 marker:text-muted">
      <Blocks of={blocks} />
    </li>
  ))
  if (start === null) return <ul className="grid list-disc gap-2 pl-5">{lines}</ul>
  return (
    <ol start={start} className="grid list-decimal gap-2 pl-6">
      {lines}
    </ol>
  )
}

function OneBlock({ node }: { node: Block }) {
  if (node.type === 'list') return <List start={node.start} items={node.items} />
  if (node.type === 'rule') return <hr className="border-line" />
  if (node.type === 'codeBlock')
    return (
      <pre className="rounded-md bg-raised px-4 py-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {node.text}
      </pre>
    )
  if (node.type === 'quote')
    return (
      <blockquote className="grid gap-3 border-l-2 border-line pl-4 text-muted">
        <Blocks of={node.children} />
      </blockquote>
    )
  if (node.type === 'paragraph')
    return (
      <p>
        <Inlines of={node.children} />
      </p>
    )
  const Heading = node.level === 3 ? 'h3' : 'h4'
  return (
    <Heading className="mt-2 font-semibold">
      <Inlines of={node.children} />
    </Heading>
  )
}

function Blocks({ of }: { of: readonly Block[] }) {
  return of.map((node, index) => (
    <Fragment key={index}>
      <OneBlock node={node} />
    </Fragment>
  ))
}

/** A text with form, drawn of its tree as elements: nothing of it is ever read as HTML (L050). */
export function RichText({ tree }: { tree: Tree }) {
  return (
    <div className="grid max-w-prose gap-4 wrap-anywhere *:min-w-0">
      <Blocks of={tree} />
    </div>
  )
}
