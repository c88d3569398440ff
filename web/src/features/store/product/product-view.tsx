import type { RichText as Tree } from '@chaveiro/contracts/rich-text'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { number } from '../../../i18n/format.ts'
import { categoryLabel } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { join } from '../../../ui/join.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { ProductReviews } from '../reviews/product-reviews.tsx'
import { Heading } from '../shared/heading.tsx'
import { cardGrid, ProductCard } from '../shared/product-card.tsx'
import { slidesOf, type ProductPage } from './about.ts'
import { BuyBar } from './buy-bar.tsx'
import { Facts } from './facts.tsx'
import { Gallery } from './gallery.tsx'
import { Offer } from './offer.tsx'
import { Options, useVariantChoice } from './options.tsx'

function Breadcrumbs({ category }: { category: ProductPage['product']['category'] }) {
  const { t } = useTranslation(['store', 'common'])
  const crumbClass = 'inline-block py-3 first-letter:uppercase hover:text-ink hover:underline'

  return (
    <nav aria-label={t('page.crumbs')} className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link to={paths.products} className={crumbClass}>
            {t('common:nav.products')}
          </Link>
        </li>

        <li aria-hidden>/</li>

        <li className="min-w-0">
          <Link to={paths.category(category.name)} className={crumbClass}>
            {categoryLabel(category)}
          </Link>
        </li>
      </ol>
    </nav>
  )
}

/** Rating beside the name; none without reviews (L072). */
function ProductRating({ of }: { of: ProductPage['product']['rating'] }) {
  const { t } = useTranslation('store')
  if (!of) return null

  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <Stars rating={of.average} />
      {t('page.rating', { average: number(of.average), count: of.count })}
    </p>
  )
}

/** Two columns; on a tablet of equal width, because options need room for names and prices. */
const columnsClass = 'md:grid-cols-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'

/** A text of the page under its title; null without a text. */
function TextSection({ title, tree }: { title: string; tree: Tree | null }) {
  if (!tree) return null

  return (
    <section aria-label={title} className="grid content-start gap-4">
      <h2 className="section-heading">{title}</h2>
      <RichText tree={tree} />
    </section>
  )
}

/** Long texts; on a desktop the short lists are beside the description. */
function ProductTexts({ body, includes, requirements }: ProductPage['texts']) {
  const { t } = useTranslation('store')

  const shortLists = (includes || requirements) && (
    <div className="grid content-start gap-10 *:min-w-0">
      <TextSection title={t('page.includes')} tree={includes} />
      <TextSection title={t('page.requirements')} tree={requirements} />
    </div>
  )

  if (!body && !shortLists) return null

  return (
    <div className={join('grid gap-10 *:min-w-0', body && shortLists && columnsClass)}>
      <TextSection title={t('page.body')} tree={body} />
      {shortLists}
    </div>
  )
}

function RelatedProducts({ products }: { products: ProductPage['related'] }) {
  const { t } = useTranslation('store')
  if (!products.length) return null

  return (
    <section aria-label={t('page.related')} className="grid gap-5 *:min-w-0">
      <Heading seed="related">{t('page.related')}</Heading>

      <div className={cardGrid}>
        {products.map((product) => (
          <ProductCard key={product._id} product={product} />
        ))}
      </div>
    </section>
  )
}

/**
 * Page of a product: pictures, price, facts, texts, related products and reviews. On a phone the
 * buy bar stays at the bottom.
 */
export function ProductView({ page }: { page: ProductPage }) {
  const { t } = useTranslation('store')
  const { isAvailable } = page
  const { product, chosen, choose } = useVariantChoice(page)
  const { name, description, category } = product
  const gallerySlides = slidesOf(page, (at) => t('gallery.picture', { name, at }))

  return (
    <>
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-10 pt-1 pb-8 md:gap-16 md:pt-4">
        <div
          className={join(
            'grid items-start gap-x-10 gap-y-2 *:min-w-0 max-md:gap-y-5',
            columnsClass,
          )}
        >
          <div className="max-md:-mb-4 md:col-span-2">
            <Breadcrumbs category={category} />
          </div>
          <Gallery slides={gallerySlides} color={category.color} cut={page.product.id} />

          <div className="grid gap-5 wrap-anywhere *:min-w-0 md:sticky md:top-24">
            <header className="grid gap-2">
              <h1 className="text-xl hyphens-auto">{name}</h1>
              <ProductRating of={product.rating} />
              <p className="whitespace-pre-line text-muted">{description}</p>
            </header>

            <Offer
              product={product}
              isAvailable={isAvailable}
              options={
                chosen && <Options variants={page.variants} chosen={chosen} onChoose={choose} />
              }
            />

            {isAvailable && (
              <Facts
                {...page.delivered}
                validityDays={chosen ? chosen.validity.days : page.delivered.validityDays}
              />
            )}
          </div>
        </div>

        <ProductTexts {...page.texts} />
        <RelatedProducts products={page.related} />
        {/* Reviews load after the page. As the last section they move no other content. */}
        <ProductReviews productId={product.id} count={product.rating?.count ?? 0} />
      </div>

      {isAvailable && product.stock !== 'out' && <BuyBar product={product} />}
    </>
  )
}
