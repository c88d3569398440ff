import type { FormEvent, ReactNode } from 'react'
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
  links?: ReactNode
  below?: ReactNode
}

/**
 * The frame of register, login, forgot and reset: one column, one button, errors above it where
 * they are read.
 */
export function SignFrame({
  title,
  lead,
  notice,
  error,
  done,
  submit,
  busy,
  onSubmit,
  children,
  links,
  below,
}: Props) {
  return (
    <div className="page grid justify-items-center py-10">
      <div className="grid w-full max-w-md gap-5">
        <header className="grid gap-1">
          <h1 className="text-xl font-bold tracking-tight">{title}</h1>
          {lead ? <p className="text-muted">{lead}</p> : null}
        </header>
        {notice}
        <Card>
          <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
            {children}
            {error ? <Notice tone="bad">{error}</Notice> : null}
            {done ? <Notice tone="good">{done}</Notice> : null}
            <Button type="submit" look="primary" size="lg" busy={busy}>
              {submit}
            </Button>
          </form>
        </Card>
        {links ? (
          <nav className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">{links}</nav>
        ) : null}
        {below}
      </div>
    </div>
  )
}
