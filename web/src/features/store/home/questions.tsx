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
import { Heading } from '../shared/heading.tsx'
import { joinPhrase } from '../shared/ways.ts'
import { usePaymentWays } from './use-ways.ts'

/** Text on the enabled payment methods. */
function useHowToPay(): string {
  const { t } = useTranslation('home')
  const { methods } = useSite().store
  const paymentWays = usePaymentWays()
  if (!paymentWays) return t('questions.payNone')

  return [
    t('questions.payText', { ways: paymentWays }),
    methods.pix && t('questions.payPix'),
    methods.crypto && t('questions.payCoins', { coins: joinPhrase(cryptoCoins, 'disjunction') }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Where to report a broken key, and which terms apply. */
function WhenBroken() {
  const { t } = useTranslation('home')
  const siteSettings = useSite()
  const isChat = siteSettings.store.demo || chatLink(siteSettings) !== undefined
  const contactText = isChat
    ? t('questions.brokenChat')
    : siteSettings.contactEmail && t('questions.brokenMail', { email: siteSettings.contactEmail })

  return (
    <>
      {contactText} {t('questions.brokenTerms')}{' '}
      <Link to={paths.terms} className="text-ink underline">
        {t('questions.terms')}
      </Link>
    </>
  )
}

const answerClass = 'max-w-prose pb-4 wrap-anywhere text-muted'

const questionClass =
  'flex min-h-14 list-none items-center justify-between gap-4 py-2 font-medium hover:underline ' +
  'hover:decoration-accent hover:decoration-2 [&::-webkit-details-marker]:hidden'

function Question({ asked, children }: { asked: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className={questionClass}>
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

/** Five built-in questions; the answers follow the shop's settings (P122). */
function BuiltInQuestions() {
  const { t } = useTranslation('home')
  const { keysByMail } = useSite().store
  const paymentText = useHowToPay()

  return (
    <>
      <Question asked={t('questions.when')}>
        <Answer>{t(keysByMail ? 'questions.whenTextMail' : 'questions.whenText')}</Answer>
      </Question>
      <Question asked={t('questions.pay')}>
        <Answer>{paymentText}</Answer>
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

/** The owner's questions, if any. */
function useOwnQuestions() {
  const language = nearestLanguage(useTranslation('home').i18n.language)
  const hasOwnQuestions = useSite().ownQuestions === true
  const { data } = useQuery(
    ask(ownApi.sitePages.questions, { query: { lng: language } }, { enabled: hasOwnQuestions }),
  )

  if (!hasOwnQuestions) return undefined

  return data?.questions
}

/** The owner's questions, else the built-in ones (P122, P387). */
export function Questions() {
  const { t } = useTranslation(['home', 'store'])
  const siteSettings = useSite()
  const ownQuestions = useOwnQuestions()

  return (
    <section className="grid gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-3">
        <Heading seed="questions">{t('questions.title')}</Heading>
        <p className="text-muted">{t('questions.more')}</p>

        <a
          href={supportLink(siteSettings)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('plain', 'md', 'justify-self-start')}
        >
          {t('store:shop.support')}
        </a>
      </div>

      <div className="border-t border-line">
        {ownQuestions ? (
          ownQuestions.map(({ asked, tree, language }, at) => (
            <div key={at} lang={language}>
              <Question asked={asked}>
                <RichText tree={tree} className={answerClass} />
              </Question>
            </div>
          ))
        ) : (
          <BuiltInQuestions />
        )}
      </div>
    </section>
  )
}
