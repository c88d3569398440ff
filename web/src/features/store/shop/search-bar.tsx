import type { Api } from '@chaveiro/contracts'
import { Search as Glass, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../lib/http.ts'
import { IconButton } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/field.tsx'
import { sorts, useStill, type Search, type Sort } from './search-state.ts'

type Props = { search: Search; categories: Reply<Api['catalogue']['categories']>; change(part: Partial<Search>): void }

/** The words, typed here and told to the address once they have been still for a moment; a change from outside (back, reset) shows at once. */
function useWords({ search, change }: Pick<Props, 'search' | 'change'>): [string, (words: string) => void] {
  const [words, setWords] = useState(search.q)
  const told = useRef(search.q)
  const still = useStill(words, 250)
  useEffect(() => { if (search.q !== told.current) { told.current = search.q; setWords(search.q) } }, [search.q])
  // eslint-disable-next-line react-hooks/exhaustive-deps -- only words that came to rest are told
  useEffect(() => { if (still === words && still !== told.current) { told.current = still; change({ q: still }) } }, [still])
  return [words, (next) => { setWords(next); if (next === '') { told.current = ''; change({ q: '' }) } }]
}

/** Where the shop is searched: words, category, order, stock. Enter asks at once, Escape clears. */
export function SearchBar({ search, categories, change }: Props) {
  const { t } = useTranslation('store')
  const [words, setWords] = useWords({ search, change })
  const field = useRef<HTMLInputElement>(null)
  const clear = () => { setWords(''); field.current?.focus() }
  return (
    <form role="search" onSubmit={(event) => { event.preventDefault(); change({ q: words }) }} className="grid grid-cols-2 gap-2 md:grid-cols-[1fr_auto_auto_auto] md:items-center">
      <div className="relative col-span-2 md:col-span-1">
        <Glass size={18} aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
        <input ref={field} name="q" aria-label={t('search.label')} placeholder={t('search.placeholder')} value={words} maxLength={200} autoComplete="off" enterKeyHint="search" className={`${inputClass} px-11`}
          onChange={(event) => setWords(event.target.value)} onKeyDown={(event) => { if (event.key === 'Escape' && words) clear() }} />
        {words ? <IconButton label={t('search.clear')} onClick={clear} className="absolute inset-y-0 right-0 text-muted"><X size={18} aria-hidden /></IconButton> : null}
      </div>
      <select aria-label={t('search.category')} value={search.category} onChange={(event) => change({ category: event.target.value })} className={inputClass}>
        <option value="">{t('search.allCategories')}</option>
        {categories.filter(({ productCount }) => productCount > 0).map(({ _id, name }) => <option key={_id} value={name}>{name}</option>)}
      </select>
      <select aria-label={t('search.sort')} value={search.sort} onChange={(event) => change({ sort: event.target.value as Sort })} className={inputClass}>
        {sorts.map((sort) => <option key={sort} value={sort}>{t(`sort.${sort}`)}</option>)}
      </select>
      <label className="col-span-2 flex min-h-11 items-center gap-2 text-sm whitespace-nowrap md:col-span-1 md:px-2">
        <input type="checkbox" checked={search.inStock} onChange={(event) => change({ inStock: event.target.checked })} className="size-5 accent-(--accent)" />{t('search.inStock')}
      </label>
    </form>
  )
}
