/** The result of `work`; throws a TimeoutError after `ms` milliseconds. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  let timeoutTimer: NodeJS.Timeout

  const expiration = new Promise<never>((_, failed) => {
    const timeoutError = Object.assign(new Error('no answer in time'), { name: 'TimeoutError' })
    timeoutTimer = setTimeout(() => failed(timeoutError), ms)
  })

  return Promise.race([work, expiration]).finally(() => clearTimeout(timeoutTimer))
}
