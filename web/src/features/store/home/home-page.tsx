import { music } from '@chaveiro/contracts/limits'
import { BadgeCheck, Headset, MessageCircle, ShieldCheck, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLate } from '../../../routing/late.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { descriptionOf, supportLink, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { KeyRing } from './key-ring.tsx'
import { QuickMenu } from './quick-menu.tsx'

function Blurb({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <li className="grid gap-1.5 border-t border-line pt-5 sm:border-t-0 sm:border-l sm:pt-0 sm:pl-6">
      <span aria-hidden className="text-accent">
        {icon}
      </span>
      <h2 className="mt-1 text-base font-semibold">{title}</h2>
      <p className="max-w-prose text-sm text-muted">{text}</p>
    </li>
  )
}

/**
 * The place of the player is kept free from the start, so that nothing moves when its code arrives.
 */
function HomeMusic() {
  const Player = useLate(true, () =>
    import('../music/player.tsx').then((module) => module.MusicPlayer),
  )
  return (
    <div className="min-h-[5.75rem] w-full max-w-[27rem]">
      {Player ? <Player alone volume={music.homeVolume} /> : null}
    </div>
  )
}

/** The front door: what the shop is, one button, why to trust it (S061). */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const site = useSite()
  useTitle(undefined, t('common:head.home'))
  return (
    <div className="page grid gap-14 pt-8 pb-4 sm:pt-16">
      <section className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          <h1 className="text-[clamp(2.5rem,1.4rem+5.5vw,4.75rem)] leading-[1.02] font-extrabold tracking-tight [overflow-wrap:anywhere]">
            {site.siteName}
          </h1>
          <p className="max-w-[34rem] text-lg text-muted">{descriptionOf(site, t('home.lead'))}</p>
          <div className="flex flex-wrap gap-3">
            <Link to={paths.products} className={buttonClass('primary', 'lg', 'w-full sm:w-auto')}>
              {t('home.shop')}
            </Link>
            {site.discordSupportLink || site.supportDiscord ? (
              <a
                href={supportLink(site)}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('plain', 'lg', 'w-full sm:w-auto')}
              >
                <MessageCircle size={18} aria-hidden />
                {t('home.support')}
              </a>
            ) : null}
          </div>
          <p className="flex items-start gap-2 text-sm text-muted">
            <ShieldCheck size={17} aria-hidden className="mt-0.5 shrink-0 text-good" />
            {t('home.secure')}
          </p>
        </div>
        <KeyRing />
      </section>
      <QuickMenu />
      <ul className="grid gap-6 sm:grid-cols-3">
        <Blurb
          icon={<Zap />}
          title={t('home.fastTitle')}
          text={t(site.store.keysByMail ? 'home.fastTextMail' : 'home.fastText')}
        />
        <Blurb icon={<BadgeCheck />} title={t('home.qualityTitle')} text={t('home.qualityText')} />
        <Blurb icon={<Headset />} title={t('home.supportTitle')} text={t('home.supportText')} />
      </ul>
      <HomeMusic />
    </div>
  )
}
