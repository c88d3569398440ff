-- The newest good reviews of the whole shop, for its first page: found without reading any other.
create index reviews_praise on reviews (created_at, id) where status = 'published' and counts and rating >= 4 and body <> '';
