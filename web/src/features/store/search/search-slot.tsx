import { createContext, memo, Suspense, useContext, type ComponentType } from 'react'

import { lazyPart } from '../../../routing/code.ts'
import { join } from '../../../ui/join.ts'

/**
 * The component of the search form. The server renders it directly; the browser imports its code
 * after the first load and then hydrates the server's markup.
 */
export const SearchFormContext = createContext<ComponentType>(
  lazyPart(() => import('./search-form.tsx').then((module) => module.SearchForm)),
)

/**
 * The search form, with its height reserved. Without `memo`, an update of the page before hydration
 * would discard the server's markup, and the browser would render the form again.
 */
export const SearchSlot = memo(function SearchSlot({ className }: { className?: string }) {
  const SearchForm = useContext(SearchFormContext)
  return (
    <div className={join('min-h-11', className)}>
      <Suspense>
        <SearchForm />
      </Suspense>
    </div>
  )
})
