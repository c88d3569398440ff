import { MessageCircle, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { chatLink, descriptionOf, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { KeyShape } from '../../../ui/key-shape.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { KeyRing } from '../../shared/empty/key-ring.tsx'
import { PosterTile, tileRowClass } from '../../shared/empty/poster-tile.tsx'
import { useProductsOnSale, type SoldProduct } from '../../shared/empty/sold-now.ts'
import { ListedPrice } from '../../shared/listed-price.tsx'
import { PaymentMarks } from './payment-marks.tsx'
import { usePaymentWays } from './use-ways.ts'

/** Count of posters in one row of a desktop. */
const posterCount = 5

/** Posters with prices: one row on a desktop, two columns on a phone. */
function PosterRow({ products }: { products: readonly SoldProduct[] }) {
  const { t } = useTranslation('home')
  if (products.length === 0) return null

  return (
    <ul
      aria-label={t('shelf')}
      className={join(tileRowClass, 'sm:grid-cols-3 md:grid-cols-5 lg:col-span-2')}
    >
      {products.map((product, index) => (
        <PosterTile key={product._id} product={product} first={index === 0} />
      ))}
    </ul>
  )
}

/**
 * A key with the teeth of a product; the blade has the product's name and link. Without a product,
 * the key ring.
 */
function HeroKey({ product }: { product: SoldProduct | undefined }) {
  const { t } = useTranslation('home')
  if (!product) return <KeyRing className="hidden lg:block" />

  const { _id: id, slug, name } = product

  return (
    <figure className="relative grid gap-3 max-lg:max-w-160 lg:ml-8">
      <KeyShape id={id} className="[--cutting:900ms]">
        <div className="grid min-w-0 max-sm:-my-1.5">
          <Link
            to={paths.product(slug)}
            className="sm:text-2xl truncate display text-base leading-5 after:absolute after:inset-0 hover:underline sm:leading-7"
          >
            {name}
          </Link>
          <span className="price text-base leading-5 sm:text-lg sm:leading-6">
            <ListedPrice product={product} />
          </span>
        </div>
      </KeyShape>

      <figcaption className="text-xs text-muted max-lg:hidden lg:text-right">
        {t('cut', { name })}
      </figcaption>
    </figure>
  )
}

const quietClass = buttonClass('ghost', 'md', 'relative min-h-13 px-2.5! sm:px-3! sm:text-base')

/** Secondary links beside the main link: how it works, and the chat if there is one. */
function HeroLinks() {
  const { t } = useTranslation(['home', 'store'])
  const siteSettings = useSite()
  const chatAddress = chatLink(siteSettings)

  return (
    <>
      {(siteSettings.sections?.includes('steps') ?? true) && (
        <a href="#how" className={quietClass}>
          {t('how')}
        </a>
      )}

      {chatAddress && (
        <a href={chatAddress} target="_blank" rel="noreferrer" className={quietClass}>
          <MessageCircle size={20} aria-hidden className="sm:hidden" />
          <span className="max-sm:sr-only">{t('store:home.support')}</span>
        </a>
      )}
    </>
  )
}

/** Shop name, offer, main link and payment methods. */
function HeroWords() {
  const { t } = useTranslation(['home', 'store'])
  const siteSettings = useSite()
  const ownTexts = siteSettings.hero?.[currentLanguage()]
  const paymentWays = usePaymentWays()
  const defaultLead = paymentWays ? t('store:home.lead', { ways: paymentWays }) : t('leadPlain')

  return (
    <div className="grid min-w-0 gap-4">
      <h1 className="grid gap-1 [overflow-wrap:anywhere]">
        <span className="font-sans text-sm font-semibold text-muted">{siteSettings.siteName}</span>{' '}
        <span className="display text-[clamp(2.75rem,1.7rem+4.3vw,4rem)] leading-[0.95]">
          {ownTexts?.title ?? <SentencePerLine text={t('title')} />}
        </span>
      </h1>

      <p className="max-w-[32rem] wrap-anywhere text-muted sm:text-lg">
        {ownTexts?.lead ?? descriptionOf(siteSettings, defaultLead)}
      </p>

      <div className="flex flex-wrap gap-x-1 gap-y-1">
        <Link to={paths.products} className={buttonClass('primary', 'lg', 'min-h-13 max-sm:px-4')}>
          {t('store:home.shop')}
        </Link>
        <HeroLinks />
      </div>

      <div className="grid gap-1.5">
        <PaymentMarks />
        <p className="flex items-start gap-1.5 text-xs text-muted">
          <ShieldCheck size={15} aria-hidden className="mt-0.5 shrink-0 text-good" />
          {t('store:home.secure')}
        </p>
      </div>
    </div>
  )
}

/** Puts each sentence on a line of its own. */
const SentencePerLine = ({ text }: { text: string }) =>
  text.split(/(?<=\.) /).map((sentence) => (
    <span key={sentence} className="block">
      {sentence}{' '}
    </span>
  ))

/**
 * Top of the home page: shop name, offer, main link, payment methods and prices (S061, P120). The
 * first product is on the key, the next ones are posters.
 */
export function Hero() {
  const { heroPicture } = useSite()
  const products = useProductsOnSale(posterCount + 1)
  const [keyProduct, ...otherProducts] = products
  const hasKey = !heroPicture && otherProducts.length > 0

  return (
    <section className="grid items-center gap-x-6 gap-y-6 lg:grid-cols-2 lg:gap-y-10">
      <HeroWords />

      {heroPicture ? (
        <ProductImage
          src={heroPicture.src}
          alt={heroPicture.alts[currentLanguage()]}
          color=""
          eager
          first
          sizes="(min-width:64rem) 36rem, 100vw"
        />
      ) : (
        <HeroKey product={keyProduct} />
      )}

      <PosterRow products={hasKey ? otherProducts : products.slice(0, posterCount)} />
    </section>
  )
}
