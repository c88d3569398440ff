import { MessageCircle, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { chatLink, descriptionOf, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { KeyRing } from '../../shared/empty/key-ring.tsx'
import { PosterTile, tileRowClass } from '../../shared/empty/poster-tile.tsx'
import { useProductsOnSale } from '../../shared/empty/sold-now.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { usePaymentWays } from './use-ways.ts'

/** Products with prices; the key ring if nothing is sold yet. */
function ProductShelf({ className }: { className?: string }) {
  const { t } = useTranslation('home')
  const products = useProductsOnSale()
  if (products.length === 0) return <KeyRing className="hidden lg:block" />

  return (
    <ul aria-label={t('shelf')} className={join(tileRowClass, className)}>
      {products.map((product, index) => (
        <PosterTile key={product._id} product={product} first={index === 0} />
      ))}
    </ul>
  )
}

/** Top of the home page: shop name, offer, main link, payment methods and prices (S061, P120). */
export function Hero() {
  const { t } = useTranslation(['home', 'store'])
  const siteSettings = useSite()
  const ownTexts = siteSettings.hero?.[currentLanguage()]
  const heroPicture = siteSettings.heroPicture
  const paymentWays = usePaymentWays()
  const defaultLead = paymentWays ? t('store:home.lead', { ways: paymentWays }) : t('leadPlain')

  return (
    <section className="grid items-center gap-x-12 gap-y-7 lg:grid-cols-2">
      <div className="grid gap-4 sm:gap-5">
        <h1 className="grid gap-1.5 [overflow-wrap:anywhere]">
          <span className="text-sm font-semibold text-muted">{siteSettings.siteName}</span>{' '}
          <span className="text-[clamp(2.125rem,1.5rem+2.6vw,3rem)] leading-[1.05] font-extrabold tracking-tight">
            {ownTexts?.title ?? t('title')}
          </span>
        </h1>

        <p className="max-w-[34rem] text-base wrap-anywhere text-muted sm:text-lg">
          {ownTexts?.lead ?? descriptionOf(siteSettings, defaultLead)}
        </p>

        <div className="flex flex-wrap gap-x-2 gap-y-1">
          <Link to={paths.products} className={buttonClass('primary', 'lg', 'max-sm:px-5')}>
            {t('store:home.shop')}
          </Link>

          {(siteSettings.sections?.includes('steps') ?? true) && (
            <a href="#how" className={buttonClass('ghost', 'lg', 'px-3!')}>
              {t('how')}
            </a>
          )}

          {chatLink(siteSettings) && (
            <a
              href={chatLink(siteSettings)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('ghost', 'lg', 'px-3!')}
            >
              <MessageCircle size={18} aria-hidden />
              {t('store:home.support')}
            </a>
          )}
        </div>

        <PaymentMarks />
        <p className="flex items-start gap-2 text-xs text-muted sm:text-sm">
          <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-good" />
          {t('store:home.secure')}
        </p>
      </div>

      {heroPicture ? (
        <>
          <ProductImage
            src={heroPicture.src}
            alt={heroPicture.alts[currentLanguage()]}
            color=""
            eager
            first
            sizes="(min-width:64rem) 34rem, 100vw"
            className="rounded-lg"
          />

          <ProductShelf className="lg:col-span-2" />
        </>
      ) : (
        <ProductShelf />
      )}
    </section>
  )
}
