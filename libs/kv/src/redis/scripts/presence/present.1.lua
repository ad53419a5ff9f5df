-- KEYS: names by the time they are gone. ARGV: now. Answers the names of those that live.
return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. text(now), '+inf')
