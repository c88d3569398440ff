import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { chatLink, useSite } from '../../../state/site.ts'
import { Heading } from '../shared/heading.tsx'
import { usePaymentWays } from './use-ways.ts'

function useSteps(): readonly (readonly [title: string, text: string])[] {
  const { t } = useTranslation('home')
  const { keysByMail } = useSite().store
  const categories = useQuery(ask(api.catalogue.categories)).data
  const count = (categories ?? []).reduce((sum, { productCount }) => sum + productCount, 0)
  const paymentWays = usePaymentWays()

  return [
    [t('steps.choose'), count ? t('steps.chooseText', { count }) : ''],
    [
      t('steps.pay'),
      paymentWays ? t('steps.payText', { ways: paymentWays }) : t('steps.payTextNone'),
    ],
    [t('steps.copy'), t(keysByMail ? 'steps.copyTextMail' : 'steps.copyText')],
  ]
}

/** Three steps of a purchase, and the shop's promises (S061). */
export function Steps() {
  const { t } = useTranslation(['home', 'store'])
  const siteSettings = useSite()
  const hasChat = siteSettings.store.demo || chatLink(siteSettings) !== undefined

  const promises = [
    [
      t('store:home.fastTitle'),
      t(siteSettings.store.keysByMail ? 'store:home.fastTextMail' : 'store:home.fastText'),
    ],
    [t('store:home.qualityTitle'), t('store:home.qualityText')],
    ...(hasChat || siteSettings.contactEmail
      ? [[t('store:home.supportTitle'), hasChat ? t('store:home.supportText') : t('supportMail')]]
      : []),
  ]

  const purchaseSteps = useSteps()

  return (
    <section id="how" className="grid scroll-mt-24 gap-6">
      <Heading seed="steps">{t('steps.title')}</Heading>

      <ol className="grid gap-x-8 gap-y-5 md:grid-cols-3">
        {purchaseSteps.map(([title, text], index) => (
          <li key={title} className="flex gap-4 md:grid md:content-start md:gap-3">
            <span aria-hidden className="w-10 shrink-0 display text-[4rem] leading-[0.9]">
              {index + 1}
            </span>

            <span className="grid content-start gap-1">
              <h3 className="font-semibold">{title}</h3>
              {text && <p className="max-w-prose text-sm text-muted">{text}</p>}
            </span>
          </li>
        ))}
      </ol>

      <ul className="grid gap-x-8 gap-y-4 border-t border-line pt-6 md:grid-cols-3">
        {promises.map(([title, text]) => (
          <li key={title} className="grid content-start gap-1 text-sm">
            <h3 className="font-semibold">{title}</h3>
            <p className="max-w-prose text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
