-- A job is queued without a word to the workers. PostgreSQL lets one transaction that notifies commit at a time, so
-- graphile_worker.add_job held up all orders; the process tells the workers once for many (platform/nudge.ts).
-- But for its notify this is add_job with a key, in the mode that replaces; jobs.test.ts compares the two.
create function queue_job(
  task text, body json, due_at timestamptz, tries integer, about text, in_queue text, rank integer
) returns void language plpgsql as $$
begin
  insert into graphile_worker._private_tasks (identifier)
    select task
    where not exists (select from graphile_worker._private_tasks where identifier = task)
    on conflict do nothing;
  if in_queue is not null then
    insert into graphile_worker._private_job_queues (queue_name)
      select in_queue
      where not exists (select from graphile_worker._private_job_queues where queue_name = in_queue)
      on conflict do nothing;
  end if;
  -- One that runs has begun before what is new: it loses its key and its tries.
  update graphile_worker._private_jobs
    set key = null, attempts = max_attempts, updated_at = now()
    where key = about and is_available is not true;
  insert into graphile_worker._private_jobs as jobs
    (job_queue_id, task_id, payload, run_at, max_attempts, key, priority)
    select q.id, t.id, body, coalesce(due_at, now()), tries, about, rank
    from graphile_worker._private_tasks t
    left join graphile_worker._private_job_queues q on q.queue_name = in_queue
    where t.identifier = task
    on conflict (key) do update set
      job_queue_id = excluded.job_queue_id,
      task_id = excluded.task_id,
      payload = excluded.payload,
      run_at = excluded.run_at,
      max_attempts = excluded.max_attempts,
      priority = excluded.priority,
      flags = excluded.flags,
      revision = jobs.revision + 1,
      attempts = 0,
      last_error = null,
      updated_at = now()
    where jobs.locked_at is null;
end
$$;
