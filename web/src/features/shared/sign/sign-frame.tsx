import { createContext, useContext, type FormEvent, type ReactNode } from 'react'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'

type Props = {
  title: string
  lead?: string
  /** What has to be known before anything is typed. */
  notice?: ReactNode
  error?: string | null
  done?: string | null
  submit: string
  busy: boolean
  onSubmit(event: FormEvent): void
  children: ReactNode
  /** Another way to the same end, below the button. */
  otherWay?: ReactNode
  links?: ReactNode
  below?: ReactNode
}

/** Around forms that stand inside a page of another matter, such as the checkout. */
export const InsidePage = createContext(false)

/**
 * The frame of register, login, forgot, reset and getting in: one column, one button, errors above
 * it where they are read. Inside a page its title is one of that page's parts.
 */
export function SignFrame({ title, lead, notice, links, below, ...form }: Props) {
  const inside = useContext(InsidePage)
  const Title = inside ? 'h2' : 'h1'

  const head = (
    <header className="grid gap-1">
      <Title className={inside ? 'text-lg font-bold' : 'text-xl font-bold tracking-tight'}>
        {title}
      </Title>
      {lead && <p className="wrap-anywhere text-muted">{lead}</p>}
    </header>
  )

  const foot = links ? (
    <nav className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">{links}</nav>
  ) : null

  if (inside)
    return (
      <Card className="grid gap-4 text-left">
        {head}
        {notice}
        <Form {...form} />
        {foot}
      </Card>
    )

  return (
    <div className="page grid justify-items-center py-10">
      <div className="grid w-full max-w-md gap-5">
        {head}
        {notice}
        <Card>
          <Form {...form} />
        </Card>
        {foot}
        {below}
      </div>
    </div>
  )
}

function Form({
  error,
  done,
  submit,
  busy,
  onSubmit,
  children,
  otherWay,
}: Omit<Props, 'title' | 'lead' | 'notice' | 'links' | 'below'>) {
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {children}
      {error && <Notice tone="bad">{error}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <Button type="submit" look="primary" size="lg" busy={busy}>
        {submit}
      </Button>
      {otherWay}
    </form>
  )
}
