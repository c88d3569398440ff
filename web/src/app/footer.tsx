import { music } from '@chaveiro/contracts/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { useMusicPlays } from '../features/store/music/playing.ts'
import { currentLanguage } from '../i18n/language.ts'
import { useLate } from '../routing/late.ts'
import { paths } from '../routing/paths.ts'
import { supportLink, useSite } from '../state/site.ts'
import { useTheme, type Theme } from '../state/theme.ts'
import { Glyph } from '../ui/glyph.tsx'
import { Select } from '../ui/select.tsx'

const selectClass =
  'min-h-9 rounded-md border border-edge bg-surface px-2.5 text-sm text-ink pointer-coarse:min-h-11'

/**
 * The music player in the footer. It loads by itself on the home page, with its place reserved
 * (S063); elsewhere on request or if music plays already.
 */
function MusicSlot() {
  const { t } = useTranslation()
  const musicPlays = useMusicPlays()
  const [isRequested, setIsRequested] = useState(false)
  const isHome = useLocation().pathname === paths.home
  const isWanted = isRequested || musicPlays || isHome
  const Player = useLate(isWanted, () =>
    import('../features/store/music/player.tsx').then((module) => module.MusicPlayer),
  )
  if (isWanted && Player)
    return isHome ? <Player key="home" alone volume={music.homeVolume} /> : <Player />
  if (isHome) return <div className="min-h-[4.75rem] w-full max-w-72" />

  return (
    <button
      type="button"
      onClick={() => setIsRequested(true)}
      className="flex min-h-9 items-center gap-2 rounded-sm font-medium hover:text-ink"
    >
      <Glyph name="note" size={17} />
      {t('music.open')}
    </button>
  )
}

/** Copyright with year and site name (S023), common links, language and theme. */
export function Footer() {
  const { t, i18n } = useTranslation()
  const site = useSite()
  const [theme, setTheme] = useTheme()

  return (
    <footer className="mt-20 border-t border-line">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8 text-sm text-muted">
        <p suppressHydrationWarning className="order-last w-full">
          {t('footer.copyright', { year: new Date().getFullYear(), site: site.siteName })}
        </p>
        {site.seller && <p className="order-last w-full [overflow-wrap:anywhere]">{site.seller}</p>}

        <nav aria-label={t('footer.label')} className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Link to={paths.terms} className="py-1 hover:text-ink">
            {t('footer.terms')}
          </Link>

          {site.pages?.map(({ slug, titles }) => (
            <Link key={slug} to={paths.ownPage(slug)} className="py-1 hover:text-ink">
              {titles[currentLanguage()]}
            </Link>
          ))}

          <a
            href={supportLink(site)}
            target="_blank"
            rel="noreferrer"
            className="py-1 hover:text-ink"
          >
            {t('footer.support')}
          </a>

          {site.contactEmail && (
            <a
              href={`mailto:${site.contactEmail}`}
              className="py-1 [overflow-wrap:anywhere] hover:text-ink"
            >
              {site.contactEmail}
            </a>
          )}

          <Select
            aria-label={t('footer.language')}
            className={selectClass}
            value={i18n.resolvedLanguage}
            onChange={(event) => {
              void i18n.changeLanguage(event.target.value)
            }}
          >
            <option value="pt-BR">Português</option>
            <option value="en-US">English</option>
          </Select>

          <Select
            aria-label={t('footer.theme')}
            className={selectClass}
            value={theme}
            onChange={(event) => setTheme(event.target.value as Theme)}
          >
            <option value="system">{t('theme.system')}</option>
            <option value="dark">{t('theme.dark')}</option>
            <option value="light">{t('theme.light')}</option>
          </Select>
        </nav>

        <MusicSlot />
      </div>
    </footer>
  )
}
