import {
  createContext,
  useContext,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from 'react'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { join } from '../../../ui/join.ts'

type SignFrameProps = {
  title: string
  lead?: string
  notice?: ReactNode
  error?: string | null
  done?: string | null
  submit: string
  busy: boolean
  onSubmit(event: FormEvent): void
  children: ReactNode
  /** Another way to log in, below the button. */
  otherWay?: ReactNode
  links?: ReactNode
  below?: ReactNode
}

/** True for forms inside another page, such as the checkout. */
export const InsidePage = createContext(false)

/** Classes of a link below a form, as high as the other controls. */
export const signLinkClass = 'inline-flex min-h-11 items-center link'

/** A button that looks like a link below a form. */
export const SignLinkButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button
    type="button"
    className={join(signLinkClass, 'disabled:opacity-55', className)}
    {...rest}
  />
)

/**
 * Layout of the register, login, forgot and reset forms: one column, one button, errors above it.
 * Inside another page the title is an h2.
 */
export function SignFrame({ title, lead, notice, links, below, ...form }: SignFrameProps) {
  const isInsidePage = useContext(InsidePage)
  const TitleTag = isInsidePage ? 'h2' : 'h1'

  const frameHeader = (
    <header className="grid gap-1">
      <TitleTag className={isInsidePage ? 'text-lg font-bold' : 'text-xl'}>{title}</TitleTag>
      {lead && <p className="wrap-anywhere text-muted">{lead}</p>}
    </header>
  )

  const frameLinks = links ? (
    <nav className="flex flex-wrap justify-between gap-x-6 text-sm">{links}</nav>
  ) : null

  if (isInsidePage)
    return (
      <Card className="grid gap-4 text-left">
        {frameHeader}
        {notice}
        <SignForm {...form} />
        {frameLinks}
      </Card>
    )

  return (
    <div className="page grid justify-items-center py-10">
      <div className="grid w-full max-w-md gap-5">
        {frameHeader}
        {notice}
        <SignForm {...form} />
        {frameLinks}
        {below}
      </div>
    </div>
  )
}

function SignForm({
  error,
  done,
  submit,
  busy,
  onSubmit,
  children,
  otherWay,
}: Omit<SignFrameProps, 'title' | 'lead' | 'notice' | 'links' | 'below'>) {
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
