import type { Api } from '@chaveiro/contracts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { FolderOpen, MessageCircle, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../lib/call.ts'
import type { Reply } from '../../../lib/http.ts'
import { paths } from '../../../lib/paths.ts'
import { ask } from '../../../lib/queries.ts'
import { supportLink, useSite } from '../../../lib/site.ts'
import { useTitle } from '../../../lib/title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'
import { cardGrid, ProductCard } from '../shared/product-card.tsx'

type ShopCategory = Reply<Api['catalogue']['categories']>[number]

function Section<T>({ title, query, empty, tall, children }: { title: string; query: UseQueryResult<T[]>; empty: ReactNode; tall: string; children: (rows: T[]) => ReactNode }) {
  const { t } = useTranslation(['store', 'common'])
  return (
    <section aria-label={title} className="grid gap-5">
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      {query.data ? (query.data.length ? children(query.data) : empty)
        : query.isError ? <ErrorState text={t('shop.errorLoad')} retry={t('common:action.retry')} onRetry={() => { void query.refetch() }} />
          : <Skeletons count={4} label={t('common:state.loading')} className={cardGrid} each={tall} />}
    </section>
  )
}

function CategoryCard({ category, eager }: { category: ShopCategory; eager: boolean }) {
  const { t } = useTranslation('store')
  return (
    <Link to={paths.category(category.name)} className="group flex items-center gap-4 rounded-lg border border-line bg-surface p-3 transition-colors hover:bg-raised">
      <span className="w-28 shrink-0"><ProductImage src={category.image} color={category.color} eager={eager} /></span>
      <span className="grid min-w-0 gap-1">
        <span className="font-semibold group-hover:underline">{category.name}</span>
        <span className="text-sm text-muted">{t('shop.productCount', { count: category.productCount })}</span>
      </span>
    </Link>
  )
}

/** The shop front: what is featured, then every category. */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const site = useSite()
  const featured = useQuery(ask(api.catalogue.featured))
  const categories = useQuery(ask(api.catalogue.categories))
  useTitle(t('shop.title'), t('common:head.products'))
  return (
    <div className="page grid gap-12 py-10">
      <header className="grid gap-2">
        <h1 className="text-xl font-bold tracking-tight">{t('shop.title')}</h1>
        <p className="max-w-prose text-muted">{t('shop.lead')}</p>
      </header>
      <Section title={t('shop.featured')} query={featured} tall="h-[25rem] rounded-lg" empty={<EmptyState icon={<Star />} title={t('shop.featuredEmpty')} />}>
        {(products) => <div className={cardGrid}>{products.map((product, index) => <ProductCard key={product._id} product={product} eager={index < 4} />)}</div>}
      </Section>
      <Section title={t('shop.categories')} query={categories} tall="h-28 rounded-lg" empty={<EmptyState icon={<FolderOpen />} title={t('shop.categoriesEmpty')} />}>
        {(list) => <div className={cardGrid}>{list.map((category) => <CategoryCard key={category._id} category={category} eager={false} />)}</div>}
      </Section>
      <aside className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-surface p-5">
        <p className="text-muted">{t('shop.help')}</p>
        <a href={supportLink(site)} target="_blank" rel="noreferrer" className={buttonClass('plain')}><MessageCircle size={18} aria-hidden />{t('shop.support')}</a>
      </aside>
    </div>
  )
}
