import { cryptoCoins } from '@chaveiro/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../../api/queries.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { chatLink, supportLink, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
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

const answerClass = 'max-w-prose pb-4 wrap-anywhere text-muted'

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

      {children}
    </details>
  )
}

const Answer = ({ children }: { children: ReactNode }) => <p className={answerClass}>{children}</p>

/** Five questions; what they answer is what this shop's settings say (P122). */
function BuiltIn() {
  const { t } = useTranslation('home')
  const { keysByMail } = useSite().store
  const payment = useHowToPay()

  return (
    <>
      <Question asked={t('questions.when')}>
        <Answer>{t(keysByMail ? 'questions.whenTextMail' : 'questions.whenText')}</Answer>
      </Question>
      <Question asked={t('questions.pay')}>
        <Answer>{payment}</Answer>
      </Question>
      <Question asked={t('questions.account')}>
        <Answer>{t('questions.accountText')}</Answer>
      </Question>

      <Question asked={t('questions.broken')}>
        <Answer>
          <WhenBroken />
        </Answer>
      </Question>

      <Question asked={t('questions.valid')}>
        <Answer>{t('questions.validText')}</Answer>
      </Question>
    </>
  )
}

/** The owner's own questions, where there are any. */
function useOwnQuestions() {
  const language = nearestLanguage(useTranslation('home').i18n.language)
  const enabled = useSite().ownQuestions === true
  const { data } = useQuery(
    ask(ownApi.sitePages.questions, { query: { lng: language } }, { enabled }),
  )

  return enabled ? data?.questions : undefined
}

/** Questions that open: the owner's, else those that the shop comes with (P122, P387). */
export function Questions() {
  const { t } = useTranslation(['home', 'store'])
  const site = useSite()
  const own = useOwnQuestions()

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
        {own ? (
          own.map(({ asked, tree, language }, at) => (
            <div key={at} lang={language}>
              <Question asked={asked}>
                <RichText tree={tree} className={answerClass} />
              </Question>
            </div>
          ))
        ) : (
          <BuiltIn />
        )}
      </div>
    </section>
  )
}
