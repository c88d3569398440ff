import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { queryClient } from '../api/queries.ts'
import { Providers } from '../app/providers.tsx'
import { ProductReviews } from '../features/store/reviews/product-reviews.tsx'
import { startTexts, texts } from '../i18n/i18n.ts'
import '../styles.css'

// The reviews of a product by themselves, for e2e/screens/product-reviews.screen.ts, while no page
// of the app shows them.

await startTexts(null)
const router = createMemoryRouter([
  {
    path: '*',
    element: (
      <main className="page grid grid-cols-[minmax(0,1fr)] gap-10 py-8">
        <h1 className="text-xl font-bold tracking-tight">{document.title}</h1>
        <ProductReviews productId={document.documentElement.dataset.product!} />
      </main>
    ),
  },
])
createRoot(document.querySelector('#root')!).render(
  <Providers texts={texts} client={queryClient}>
    <RouterProvider router={router} />
  </Providers>,
)
