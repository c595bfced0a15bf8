ALTER TABLE ${prefix}record ADD COLUMN planted INTEGER;
