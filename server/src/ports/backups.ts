/** A place for archives: a folder, or a bucket of a storage that speaks S3. */
export type BackupStore = {
  /** How it is told to people; without a secret. */
  readonly place: string
  /**
   * Keep an archive: whole under its name, or not at all. Answers its bytes. The signal ends what
   * waits for others.
   */
  write(name: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number>
  /** An archive from its beginning. */
  read(name: string): AsyncIterable<Uint8Array>
  /** The names of all that lies there, in no order. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}
