import { X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { currentLanguage } from '../i18n/language.ts'
import { useSite } from '../state/site.ts'
import { localStore, readText, writeText } from '../state/storage.ts'
import { IconButton } from '../ui/button.tsx'

/** Under which the version of the line that was closed last is kept (public/theme.js). */
const key = 'bar'
const linkClass = 'font-medium underline underline-offset-4 hover:text-accent'

/**
 * The line above every page, until the visitor closes what it says. The server's page leaves it out
 * by its style before the first paint where it was closed before; from here on React does.
 */
export function Bar() {
  const { t } = useTranslation()
  const { bar } = useSite()
  const [closed, setClosed] = useState<string | null>(null)

  useLayoutEffect(() => {
    setClosed(readText(localStore(), key))
    delete document.documentElement.dataset.barClosed
  }, [])

  if (!bar || bar.version === closed) return null

  const text = bar.texts[currentLanguage()]

  const close = () => {
    setClosed(bar.version)
    writeText(localStore(), key, bar.version)
    document.querySelector('main')?.focus({ preventScroll: true })
  }

  return (
    <aside
      aria-label={t('bar.label')}
      className="border-b border-line bg-raised in-data-bar-closed:hidden"
    >
      <div className="page flex items-center gap-2">
        <p className="min-w-0 flex-1 py-2.5 text-center text-sm wrap-anywhere">
          {bar.link?.startsWith('/') ? (
            <Link to={bar.link} className={linkClass}>
              {text}
            </Link>
          ) : (
            <LineOrLink href={bar.link}>{text}</LineOrLink>
          )}
        </p>

        <IconButton label={t('bar.close')} onClick={close} className="-mr-3">
          <X size={18} aria-hidden />
        </IconButton>
      </div>
    </aside>
  )
}

const LineOrLink = ({ href, children }: { href: string | undefined; children: string }) => {
  if (href)
    return (
      <a href={href} className={linkClass}>
        {children}
      </a>
    )

  return children
}
