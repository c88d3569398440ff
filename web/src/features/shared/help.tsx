import { LifeBuoy } from 'lucide-react'

import { chatLink, supportLink, useSite } from '../../state/site.ts'
import { buttonClass } from '../../ui/button.tsx'

/** URL for help with an order: a chat, or a mail with a subject. */
function useOrderHelp(subject: string): string {
  const siteSettings = useSite()
  const contactLink = supportLink(siteSettings)

  if (chatLink(siteSettings) === undefined && contactLink.startsWith('mailto:'))
    return `${contactLink}?subject=${encodeURIComponent(subject)}`

  return contactLink
}

/** Link to support about one order; `subject` is used for a mail. */
export function OrderHelp({
  label,
  subject,
  className,
}: {
  label: string
  subject: string
  /** Classes for a text link; without them the link looks like a button. */
  className?: string
}) {
  return (
    <a
      href={useOrderHelp(subject)}
      target="_blank"
      rel="noreferrer"
      className={className ?? buttonClass('plain')}
    >
      {!className && <LifeBuoy aria-hidden size={16} />}
      {label}
    </a>
  )
}
