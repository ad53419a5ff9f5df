-- KEYS: a window as "count endsAt". ARGV: now, limit, length in ms. Answers the ms to wait, 0 when counted.
-- `now` alone says when a window ends. Redis, by its own clock, forgets it this much later.
local KEPT_MS = 60000
local window, limit, length = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local count, ends_at = 0, now + length
local stored = redis.call('GET', window)
if stored then
  local stored_count, stored_end = string.match(stored, '^(%S+) (%S+)$')
  if tonumber(stored_end) > now then
    count, ends_at = tonumber(stored_count), tonumber(stored_end)
  end
end
if count >= limit then
  return ends_at - now
end
redis.call('SET', window, text(count + 1) .. ' ' .. text(ends_at), 'PX', text(ends_at - now + KEPT_MS))
return 0
