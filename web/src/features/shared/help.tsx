import { LifeBuoy } from 'lucide-react'

import { chatLink, supportLink, useSite } from '../../state/site.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Where help with an order is: a chat is just opened, a mail is begun with its subject. */
function useOrderHelp(subject: string): string {
  const site = useSite()
  const link = supportLink(site)

  return chatLink(site) === undefined && link.startsWith('mailto:')
    ? `${link}?subject=${encodeURIComponent(subject)}`
    : link
}

/** The way to the team about one order; subject names it where a mail is what is begun. */
export function OrderHelp({ label, subject }: { label: string; subject: string }) {
  return (
    <a
      href={useOrderHelp(subject)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass('plain')}
    >
      <LifeBuoy aria-hidden size={16} />
      {label}
    </a>
  )
}
