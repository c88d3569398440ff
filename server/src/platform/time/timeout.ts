/** The result of work, or a TimeoutError when it takes longer (milliseconds). */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  let timer: NodeJS.Timeout

  const late = new Promise<never>((_, failed) => {
    const error = Object.assign(new Error('no answer in time'), { name: 'TimeoutError' })
    timer = setTimeout(() => failed(error), ms)
  })

  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
