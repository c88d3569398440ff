/**
 * Let the service worker keep the app's files and an offline page, once the page itself has
 * everything it needs.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return

  const register = () => {
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error: unknown) => console.warn('service worker', error))
  }

  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
