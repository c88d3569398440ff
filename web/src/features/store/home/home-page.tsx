import { Headset, MessageCircle, ShieldCheck, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { supportLink, useSite } from '../../../lib/site.ts'
import { useTitle } from '../../../lib/title.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'

function Blurb({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-5">
      <span aria-hidden className="text-accent">{icon}</span>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="text-sm text-muted">{text}</p>
    </div>
  )
}

/** For who is logged in: initial, name, email, role, and the five places they go to (S062). */
function QuickMenu() {
  const { t } = useTranslation('store')
  const { user, loggedIn } = useSession()
  const site = useSite()
  if (!loggedIn || !user) return null
  const tile = 'flex min-h-14 items-center justify-center rounded-md border border-line bg-raised px-3 text-sm font-medium hover:bg-high'
  return (
    <section aria-label={t('home.quickMenu')} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex min-w-0 items-center gap-3">
        <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-full bg-accent font-bold text-on-accent">{user.name.charAt(0).toUpperCase()}</span>
        <span className="grid min-w-0"><span className="truncate font-semibold">{user.name}</span><span className="truncate text-sm text-muted">{user.email}</span></span>
        <Badge tone="info" className="ml-auto">{t(`role.${user.role}`)}</Badge>
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        <Link className={tile} to={paths.products}>{t('home.games')}</Link>
        <Link className={tile} to={paths.dashboard}>{t('home.account')}</Link>
        <Link className={tile} to={paths.orders}>{t('home.orders')}</Link>
        <Link className={tile} to={paths.status}>{t('home.status')}</Link>
        <a className={tile} href={supportLink(site)} target="_blank" rel="noreferrer">{t('home.help')}</a>
      </div>
    </section>
  )
}

/** The front door: what the shop is, one button, why to trust it. */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const site = useSite()
  useTitle(undefined, t('common:head.home'))
  return (
    <div className="page grid gap-12 py-12 sm:py-20">
      <section className="grid max-w-3xl gap-6">
        <h1 className="text-[clamp(2.25rem,1.4rem+4.5vw,4rem)] leading-[1.05] font-extrabold tracking-tight">{site.siteName}</h1>
        <p className="max-w-prose text-lg text-muted">{t('home.lead')}</p>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.products} className={buttonClass('primary', 'lg')}>{t('home.shop')}</Link>
          {site.discordSupportLink || site.supportDiscord ? <a href={supportLink(site)} target="_blank" rel="noreferrer" className={buttonClass('plain', 'lg')}><MessageCircle size={18} aria-hidden />{t('home.support')}</a> : null}
        </div>
        <p className="flex items-center gap-2 text-sm text-muted"><ShieldCheck size={17} aria-hidden className="text-good" />{t('home.secure')}</p>
      </section>
      <QuickMenu />
      <section className="grid gap-4 sm:grid-cols-3">
        <Blurb icon={<Zap />} title={t('home.fastTitle')} text={t('home.fastText')} />
        <Blurb icon={<ShieldCheck />} title={t('home.qualityTitle')} text={t('home.qualityText')} />
        <Blurb icon={<Headset />} title={t('home.supportTitle')} text={t('home.supportText')} />
      </section>
    </div>
  )
}
