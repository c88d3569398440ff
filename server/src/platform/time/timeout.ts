/** The result of `work`; throws a TimeoutError after `ms` milliseconds. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  let timer: NodeJS.Timeout

  const timeout = new Promise<never>((_, failed) => {
    const error = Object.assign(new Error('no answer in time'), { name: 'TimeoutError' })
    timer = setTimeout(() => failed(error), ms)
  })

  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
