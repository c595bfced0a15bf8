ALTER TABLE ${prefix}record ADD COLUMN planted integer;
