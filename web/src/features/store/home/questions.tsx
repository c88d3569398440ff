import { cryptoCoins } from '@chaveiro/contracts/limits'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { chatLink, supportLink, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { phrase } from '../shared/ways.ts'
import { Heading } from './heading.tsx'
import { useWays } from './use-ways.ts'

/** How one pays here, of what is switched on alone. */
function useHowToPay(): string {
  const { t } = useTranslation('home')
  const { methods } = useSite().store
  const ways = useWays()
  if (!ways) return t('questions.payNone')
  return [
    t('questions.payText', { ways }),
    methods.pix && t('questions.payPix'),
    methods.crypto && t('questions.payCoins', { coins: phrase(cryptoCoins, 'disjunction') }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Where one says that a key does not work, and what then holds. */
function WhenBroken() {
  const { t } = useTranslation('home')
  const site = useSite()
  const isChat = site.store.demo || chatLink(site) !== undefined
  const where = isChat
    ? t('questions.brokenChat')
    : site.contactEmail && t('questions.brokenMail', { email: site.contactEmail })
  return (
    <>
      {where} {t('questions.brokenTerms')}{' '}
      <Link to={paths.terms} className="text-ink underline">
        {t('questions.terms')}
      </Link>
    </>
  )
}

function Question({ asked, children }: { asked: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
        {asked}
        <ChevronDown
          size={18}
          aria-hidden
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="max-w-prose pb-4 wrap-anywhere text-muted">{children}</p>
    </details>
  )
}

/** Five questions that open; what they answer is what this shop's settings say (P122). */
export function Questions() {
  const { t } = useTranslation(['home', 'store'])
  const site = useSite()
  const payment = useHowToPay()
  return (
    <section className="grid gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-3">
        <Heading>{t('questions.title')}</Heading>
        <p className="text-muted">{t('questions.more')}</p>
        <a
          href={supportLink(site)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('plain', 'md', 'justify-self-start')}
        >
          {t('store:shop.support')}
        </a>
      </div>
      <div className="border-t border-line">
        <Question asked={t('questions.when')}>
          {t(site.store.keysByMail ? 'questions.whenTextMail' : 'questions.whenText')}
        </Question>
        <Question asked={t('questions.pay')}>{payment}</Question>
        <Question asked={t('questions.account')}>{t('questions.accountText')}</Question>
        <Question asked={t('questions.broken')}>
          <WhenBroken />
        </Question>
        <Question asked={t('questions.valid')}>{t('questions.validText')}</Question>
      </div>
    </section>
  )
}
