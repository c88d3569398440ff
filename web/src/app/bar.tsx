import { X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { currentLanguage } from '../i18n/language.ts'
import { useSite } from '../state/site.ts'
import { localStore, readText, writeText } from '../state/storage.ts'
import { IconButton } from '../ui/button.tsx'

/** Storage key of the version that the visitor closed last (public/theme.js). */
const closedVersionKey = 'bar'
const linkClass = 'font-medium underline underline-offset-4 decoration-2 decoration-accent'

/**
 * The announcement above every page until the visitor closes it. If it was closed before, CSS hides
 * it in the server's page before the first paint; after hydration React does.
 */
export function Bar() {
  const { t } = useTranslation()
  const { bar } = useSite()
  const [closedVersion, setClosedVersion] = useState<string | null>(null)

  useLayoutEffect(() => {
    setClosedVersion(readText(localStore(), closedVersionKey))
    delete document.documentElement.dataset.barClosed
  }, [])

  if (!bar || bar.version === closedVersion) return null

  const announcement = bar.texts[currentLanguage()]

  const dismiss = () => {
    setClosedVersion(bar.version)
    writeText(localStore(), closedVersionKey, bar.version)
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
              {announcement}
            </Link>
          ) : (
            <TextOrLink href={bar.link}>{announcement}</TextOrLink>
          )}
        </p>

        <IconButton label={t('bar.close')} onClick={dismiss} className="-mr-3">
          <X size={18} aria-hidden />
        </IconButton>
      </div>
    </aside>
  )
}

const TextOrLink = ({ href, children }: { href: string | undefined; children: string }) => {
  if (href)
    return (
      <a href={href} className={linkClass}>
        {children}
      </a>
    )

  return children
}
